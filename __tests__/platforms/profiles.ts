// All platforms that are played.
import type { Profile } from './profile.ts';
import { caprover } from './profiles/caprover.ts';
import { cleverCloud } from './profiles/clever-cloud.ts';
import { cloudFoundry } from './profiles/cloud-foundry.ts';
import { coolify } from './profiles/coolify.ts';
import { digitalocean } from './profiles/digitalocean.ts';
import { dokploy } from './profiles/dokploy.ts';
import { fly } from './profiles/fly.ts';
import { heroku } from './profiles/heroku.ts';
import { koyeb } from './profiles/koyeb.ts';
import { railway } from './profiles/railway.ts';
import { render } from './profiles/render.ts';
import { vercel } from './profiles/vercel.ts';

export const profiles: readonly Profile[] = [
  coolify,
  dokploy,
  caprover,
  heroku,
  render,
  railway,
  fly,
  vercel,
  digitalocean,
  koyeb,
  cleverCloud,
  cloudFoundry,
];

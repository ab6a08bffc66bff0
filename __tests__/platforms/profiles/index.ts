import type { Profile } from '../profile.ts';
import { caprover } from './caprover.ts';
import { cleverCloud } from './clever-cloud.ts';
import { cloudFoundry } from './cloud-foundry.ts';
import { coolify } from './coolify.ts';
import { digitalocean } from './digitalocean.ts';
import { dokploy } from './dokploy.ts';
import { fly } from './fly.ts';
import { heroku } from './heroku.ts';
import { koyeb } from './koyeb.ts';
import { railway } from './railway.ts';
import { render } from './render.ts';
import { vercel } from './vercel.ts';

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

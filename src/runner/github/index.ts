export { createGithub, readGithubSettings, type Github, type GithubSettings } from './github.ts';

export { createGithub, readGithubSettings, type GithubSettings } from './github.ts';

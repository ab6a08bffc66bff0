export { createGithub, readGithubToken, readGithubSettings, type Github, type GithubSettings } from './github.ts';

// The public entry of this folder: nothing else in it is imported from outside.

export { createGithub, readGithubToken, readGithubSettings, type Github, type GithubSettings } from './github.ts';

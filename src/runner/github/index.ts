// The public entry of this folder: nothing else in it is imported from outside.

export { createGithub, readGithubToken, readGithubWishes, type Github, type GithubWishes } from './github.ts';

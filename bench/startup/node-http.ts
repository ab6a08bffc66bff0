// The floor of a program that asks something over HTTPS: Node's own modules alone.
import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';

const url = process.env['INPUT_BASE-URL'] ?? '';
const request = url.startsWith('https:') ? httpsRequest : httpRequest;
request(`${url}/resources`, (response) => {
  response.resume();
}).end();

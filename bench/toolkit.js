// The least that an action written with the toolkit takes: @actions/core and @actions/http-client,
// one request.
import { getInput } from '@actions/core';
import { HttpClient } from '@actions/http-client';

const client = new HttpClient('bench');
const response = await client.get(`${getInput('base-url')}/resources`);
response.message.resume();

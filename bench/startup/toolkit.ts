// What any action pays that is written with the toolkit: core and http-client, loaded as they come.
import { getInput } from '@actions/core';
import { HttpClient } from '@actions/http-client';

const client = new HttpClient('bench');
const response = await client.get(`${getInput('base-url')}/resources`);
response.message.resume();

// The built action, killed right after a deployment was accepted: summary and outputs name the deployment that continues.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Emulator, startEmulator } from '../../emulator/index.ts';
import { type Bundle, copyBundle } from '../support/runner/bundle.ts';

const RESOURCE = 'app_web';

let bundle: Bundle;
let emulator: Emulator;

beforeAll(async () => {
  bundle = copyBundle();
  emulator = await startEmulator({
    keys: [{ name: 'ci', scopes: ['deploy'] }],
    resources: [{ id: RESOURCE, name: 'web', script: { buildMs: Infinity } }],
  });
});

afterAll(async () => {
  await emulator.close();
  bundle.remove();
});

test('leaves a summary with the deployment, its resource and the step that waits for it', async () => {
  const { exitCode, summary, outputs } = await bundle.run({
    inputs: { 'base-url': emulator.baseUrl, 'api-key': emulator.keys['ci'] ?? '', 'resource-id': RESOURCE },
    signal: { name: 'SIGKILL', whenLogHas: 'accepted' },
  });
  const id = emulator.deployments(RESOURCE)[0]?.id ?? 'none';
  expect(exitCode).toBeNull();
  expect(summary).toMatch(/^## ⏳ deploy is in progress\n/);
  expect(summary).toContain(
    `Deployment \`${id}\` of web had not ended when this was written. To follow it, run a step with \`operation: wait\`, \`resource-id: ${RESOURCE}\`, \`deployment-id: ${id}\`.`,
  );
  expect(outputs).toMatchObject({ 'deployment-id': id });
});

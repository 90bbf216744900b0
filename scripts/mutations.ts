/**
 * `npm run mutations [-- --plays 400 --seed 3 --only <text>]`: writes each known fault into a copy
 * of the approval engine and checks that random plays, or the named test, detect it. Prints the
 * detector. Exits with 1 when a fault survives.
 */
import { parseArgs } from 'node:util';
import { type Fault, faults, type TestedFault } from './mutations/faults.ts';
import { required } from './mutations/required.ts';
import { failuresWith } from './mutations/run-test.ts';
import { testedFaults } from './mutations/tested.ts';
import {
  occurrences,
  type Place,
  placeOfPlayed,
  placeOfTested,
  removeMutants,
  writeMutant,
} from './mutations/write.ts';

const { values: options } = parseArgs({
  options: {
    plays: { type: 'string', default: '400' },
    seed: { type: 'string', default: '3' },
    only: { type: 'string', default: '' },
  },
});

type Plays = typeof import('../packages/kernel/src/workflow/testing/simulate.ts');

/** Detector of a fault; undefined if the fault survives. */
type Noticed = string | undefined;

const byPlays = async (fault: Fault): Promise<Noticed> => {
  const { firstFailure } = (await import(writeMutant(fault))) as Plays;
  const found = firstFailure(Number(options.plays), Number(options.seed));
  return found ? `play ${found.play}: ${found.message}` : undefined;
};

const byTest = (fault: TestedFault): Noticed => {
  const [first] = failuresWith(fault);
  return first === undefined ? undefined : `${fault.noticedBy.file}: ${first}`;
};

const numbers = new Map(
  Object.entries(required).flatMap(([number, row]) =>
    'fault' in row ? [[row.fault, number] as const] : [],
  ),
);

let noticed = 0;
const tell = async (name: string, place: Place, look: () => Noticed | Promise<Noticed>) => {
  const outdated = occurrences(place).some((found) => found !== 1);
  const found = outdated ? undefined : await look();
  if (found !== undefined) noticed += 1;
  const why = outdated ? 'OUT OF DATE: its text does not stand once in the file' : 'SURVIVES';
  const number = numbers.has(name) ? ` (${numbers.get(name)})` : '';
  process.stdout.write(`${name}${number}\n    ${found ?? why}\n`);
};

const asked = ({ name }: { readonly name: string }): boolean => name.includes(options.only);
const [played, tested] = [faults.filter(asked), testedFaults.filter(asked)];
for (const fault of played) {
  await tell(fault.name, placeOfPlayed(fault), () => byPlays(fault));
}
removeMutants();
for (const fault of tested) {
  await tell(fault.name, placeOfTested(fault), () => byTest(fault));
}
const all = played.length + tested.length;
process.stdout.write(`${noticed} of ${all} faults noticed\n`);
process.exitCode = noticed === all ? 0 : 1;

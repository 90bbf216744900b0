/**
 * `npm run mutations [-- --plays 2500 --seed 3]`: writes each known fault into a copy of the approval
 * engine and lets random plays look for it. Prints which check noticed it, and in which play. Ends
 * with 1 when a fault survives.
 */
import { parseArgs } from 'node:util';
import { faults } from './mutations/faults.ts';
import { occurrences, removeMutants, writeMutant } from './mutations/write.ts';

const { values: options } = parseArgs({
  options: {
    plays: { type: 'string', default: '2500' },
    seed: { type: 'string', default: '3' },
  },
});

type Plays = typeof import('../packages/kernel/src/workflow/testing/simulate.ts');

let survivors = 0;
for (const fault of faults) {
  const outdated = occurrences(fault).some((found) => found !== 1);
  let line = 'OUT OF DATE: its text does not stand once in the file';
  if (!outdated) {
    const { firstFailure } = (await import(writeMutant(fault))) as Plays;
    const found = firstFailure(Number(options.plays), Number(options.seed));
    line = found ? `play ${found.play}: ${found.message}` : 'SURVIVES';
    if (!found) survivors += 1;
  } else survivors += 1;
  process.stdout.write(`${fault.name}\n    ${line}\n`);
}
removeMutants();
process.stdout.write(`${faults.length - survivors} of ${faults.length} faults noticed\n`);
process.exitCode = survivors === 0 ? 0 : 1;

import type { Label } from './label.ts';

/** Node or flow of a diagram, as findings name it. */
export interface FindingPlace {
  readonly id: string;
  /** Name of the node in the diagram; its id if unnamed. */
  readonly name: string;
}

/** Fault found in a file, for the person who uploads it. */
export interface Finding extends FindingPlace {
  /** Complete message, which names the place too. */
  readonly text: Label;
}

/** Place of findings about a whole file. */
export const wholeFilePlace: FindingPlace = { id: '', name: '' };

/** Makes a finding about a place. */
export const findingAt = ({ id, name }: FindingPlace, text: Label): Finding => ({
  id,
  name: name || id,
  text,
});

import type { Label } from './label.ts';

/** A node or a flow of a drawing, as findings name it. */
export interface FindingPlace {
  readonly id: string;
  /** Name of the node in the drawing; its id where it has none. */
  readonly name: string;
}

/** Finding in a file, for the person who uploads it. */
export interface Finding extends FindingPlace {
  /** Names the place itself, so that it can be read alone. */
  readonly text: Label;
}

/** The place of what is said of a whole file. */
export const wholeFilePlace: FindingPlace = { id: '', name: '' };

/** A text about a place. */
export const findingAt = ({ id, name }: FindingPlace, text: Label): Finding => ({
  id,
  name: name || id,
  text,
});

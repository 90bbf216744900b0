import type { Fields } from '../field/field.ts';
import { fieldsInGroups } from '../field/group.ts';

/** Definition of how the form and the page of a record are laid out. */
interface LaidOut {
  readonly key: string;
  readonly fields: Fields;
  readonly form: readonly {
    readonly fields: readonly string[];
    readonly shown?: readonly string[];
  }[];
}

/** Is what a section only shows a computed value, and shown once? */
const checkShown = ({ key, fields, form }: LaidOut): void => {
  const asked = new Set(form.flatMap((section) => section.fields));
  const shown = form.flatMap((section) => section.shown ?? []);
  const wrong = shown.find(
    (name, at) => !fields[name]?.spec.readonly || asked.has(name) || shown.indexOf(name) < at,
  );
  if (wrong)
    throw new Error(`${key}: the page shows ${wrong}, which is not computed, or stands twice`);
};

/** @throws Error where the parts of one thing do not stand together in one section. */
const checkGroups = ({ key, fields, form }: LaidOut): void => {
  const places = form.flatMap(({ fields: asked, shown = [] }) => [
    ...fieldsInGroups(fields, asked),
    ...fieldsInGroups(fields, shown),
  ]);
  const wholes = places.map(({ of }) => of).filter((of) => of !== null);
  const apart = wholes.find((of, at) => wholes.indexOf(of) < at);
  if (apart) throw new Error(`${key}: the parts of ${apart[1]} do not stand together`);
};

/**
 * Checks the parts of a layout that the compiler cannot check. Law 8 asks it of every kind; no page carries it,
 * unlike the checks of what a definition does.
 * @throws Error for the first fault.
 */
export const checkLayout = (definition: LaidOut): void => {
  checkShown(definition);
  checkGroups(definition);
};

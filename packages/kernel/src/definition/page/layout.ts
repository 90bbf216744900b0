import type { Fields } from '../field/field.ts';
import { fieldsInGroups } from '../field/group.ts';

/** Properties of a definition about the layout of the form and page of a record. */
interface LaidOut {
  readonly key: string;
  readonly fields: Fields;
  readonly form: readonly {
    readonly fields: readonly string[];
    readonly shown?: readonly string[];
  }[];
}

/** Checks the shown fields of sections: each is a computed value, shown once. */
const checkShown = ({ key, fields, form }: LaidOut): void => {
  const asked = new Set(form.flatMap((section) => section.fields));
  const shown = form.flatMap((section) => section.shown ?? []);
  const wrong = shown.find(
    (name, at) => !fields[name]?.spec.readonly || asked.has(name) || shown.indexOf(name) < at,
  );
  if (wrong)
    throw new Error(`${key}: the page shows ${wrong}, which is not computed, or stands twice`);
};

/**
 * Checks the layout of groups. @throws Error if the parts of a group are not adjacent in one
 * section.
 */
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
 * Checks those properties of a layout that the compiler cannot check. Run by law 8 for every kind,
 * never in the browser.
 * @throws Error for the first fault.
 */
export const checkLayout = (definition: LaidOut): void => {
  checkShown(definition);
  checkGroups(definition);
};

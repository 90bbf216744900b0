import type { CodeScope, Scope } from '../../access/scope.ts';
import { fill, type Label } from '../../label.ts';
import { entryOf } from '../../values/dictionary.ts';
import type { FieldSpec } from './spec.ts';

/** Returns the conditions on codes that every row of the scope satisfies. */
const codesIn = (scope: Scope): readonly CodeScope[] => {
  if (scope.kind === 'coded') return [scope];
  return scope.kind === 'every' ? scope.scopes.flatMap(codesIn) : [];
};

/**
 * Returns the text that names the records that a limited reference offers: its message `otherwise`,
 * or 仅列出项目状态为在研、逾期的记录. Null if no codes limit them, or the codes have no names.
 */
export const referenceLimitLabel = ({ target, among, otherwise }: FieldSpec): Label | null => {
  if (otherwise) return otherwise;
  const conditions = (among ? codesIn(among) : []).flatMap(({ field, codes }): readonly Label[] => {
    const spec = target?.fields[field]?.spec;
    const dictionary = spec?.dictionary;
    if (!spec || !dictionary) return [];
    const names = codes.flatMap((code) =>
      [entryOf(dictionary, code)?.label].filter((one) => !!one),
    );
    return names.length < codes.length
      ? []
      : [
          [
            `${spec.label[0]}为${names.map(([zh]) => zh).join('、')}`,
            `${spec.label[1]}: ${names.map(([, en]) => en).join(', ')}`,
          ],
        ];
  });
  return conditions.length === 0
    ? null
    : fill(['仅列出{zh}的记录', 'Only records with {en}'], {
        zh: conditions.map(([zh]) => zh).join('、'),
        en: conditions.map(([, en]) => en).join('; '),
      });
};

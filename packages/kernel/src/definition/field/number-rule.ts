import { fill } from '../../label.ts';
import type { Resource } from '../resource.ts';
import { f } from './field.ts';
import { type Numbering, patternFault } from './numbering.ts';
import { type Parameter, parameter } from './parameter.ts';

/** Prefix of the keys of parameters with number patterns. */
export const numberRules = 'number.rule.';

type Numbered = Pick<Resource, 'key' | 'label'> & { readonly number?: Numbering };

/**
 * Returns the parameter with the tenant's number pattern of a resource; null for a resource without
 * numbers.
 */
export const numberRule = ({ key, label, number }: Numbered): Parameter<string> | null => {
  if (!number) return null;
  const places = ['yyyy', 'MM', 'dd', ...Object.keys(number.places ?? {}), 'seq4'];
  const names = places.map((name) => `\${${name}}`).join(' ');
  return parameter(
    `${numberRules}${number.rule ?? key}`,
    f
      .text(fill(['{label}编号规则', 'Numbering rule for “{label}”'], { label }))
      .max(60)
      .format({
        test: (pattern) => patternFault(number, pattern) === null,
        message: fill(
          [
            '编号规则只能用占位符 {names}，且有且只有一个流水号',
            'A rule must contain exactly one sequence number, and no placeholders other than {names}',
          ],
          { names },
        ),
      }),
    number.pattern,
  );
};

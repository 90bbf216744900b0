import { computed } from '@keyan/kernel/records/validate.ts';
import { expect, test } from 'vitest';
import { lawProduct } from './support/application.ts';
import { draft, sample } from './support/inputs.ts';

const resources = lawProduct().resources.filter(({ compute }) => compute);

test.each(resources.map((resource) => [resource.key, resource] as const))(
  'law derive: what %s computes stays the same when it is computed again',
  (_key, resource) => {
    for (const input of sample(
      draft(resource, () => []),
      20,
    )) {
      const once = { ...input, ...computed(resource, input, {}, {}) };
      const twice = { ...once, ...computed(resource, once, once, {}) };
      expect(twice).toEqual(once);
    }
  },
);

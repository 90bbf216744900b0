import { present } from '@keyan/console/presentation/present.ts';
import { processChange } from '../project/changes/process-change.ts';
import { sumFooter } from './SumFoot.web.tsx';

/**
 * Presentation of project changes: the form of a supplement compares its payment plan with the new
 * amount while typing.
 */
export const changePresentation = present(processChange, {
  fields: {
    newPayPlans: {
      Foot: sumFooter({
        column: 'planAmount',
        field: 'newContractAmount',
        label: ['新合同额', 'new contract amount'],
      }),
    },
  },
});

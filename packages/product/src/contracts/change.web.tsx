import { present } from '@keyan/console/presentation/present.ts';
import { processChange } from '../project/changes/process-change.ts';
import { sumFooter } from './SumFoot.web.tsx';

/** How changes differ from plain records: a supplement says while typing whether its plan comes to the new amount. */
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

import { defineBehaviour } from '@keyan/engine/records/behaviour.ts';
import { Invalid } from '@keyan/kernel/errors.ts';
import { pageOfReport } from '../reports/report.server.ts';
import { sourceName } from '../reports/source-name.ts';
import { fillTable } from './fill-table.ts';

/** Validates the page whose records fill the table. */
export const fillBehaviour = defineBehaviour(fillTable, {
  complete: async ({ page }, { engine }) => {
    const found = page ? pageOfReport(engine, page) : undefined;
    if (!found) {
      throw new Invalid([{ path: 'page', message: ['来源页面不存在', 'There is no such page'] }]);
    }
    return { pageName: sourceName(found)[0], sourceKey: found.resource.key };
  },
});

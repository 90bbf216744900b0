import type { ServerHalf } from '../shared/halves.server.ts';
import { arrivalBudgetBehaviour } from './arrival-budget.server.ts';
import { statementEndpoints } from './bank/statement.endpoints.server.ts';
import { fundingArriveBehaviour, fundingDivideBehaviour } from './claims.server.ts';
import { fundsConfigBehaviour } from './config/funds-config.server.ts';
import { divideEndpoints } from './dividing/divide.server.ts';
import { invoiceReaders } from './einvoice/reader.server.ts';
import { financeDifferenceBehaviour } from './exchange/settle.server.ts';
import { fundsExpenditureBehaviour } from './funds-expenditure.server.ts';
import { fundsOpeningBehaviour } from './opening/funds-opening.server.ts';
import { fundsQueryEndpoints } from './query/query.endpoints.server.ts';
import { readingEndpoints } from './reading.endpoints.server.ts';
import { suspectEndpoints } from './suspects.endpoints.server.ts';

export const serverHalf: ServerHalf = {
  behaviours: [
    fundsConfigBehaviour,
    arrivalBudgetBehaviour,
    fundingArriveBehaviour,
    fundingDivideBehaviour,
    fundsExpenditureBehaviour,
    fundsOpeningBehaviour,
    financeDifferenceBehaviour,
  ],
  endpoints: [
    ...readingEndpoints,
    ...fundsQueryEndpoints,
    ...suspectEndpoints,
    ...statementEndpoints,
    ...divideEndpoints,
    ...invoiceReaders,
  ],
};

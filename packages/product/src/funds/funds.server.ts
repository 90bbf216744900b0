import type { Behaviour } from '@keyan/engine/records/behaviour.ts';
import type { Endpoint } from '@keyan/engine/wire/endpoint.ts';
import { arrivalBudgetBehaviour } from './arrival-budget.server.ts';
import { statementEndpoints } from './bank/statement.endpoints.server.ts';
import { fundingArriveBehaviour, fundingDivideBehaviour } from './claims.server.ts';
import { fundsConfigBehaviour } from './config/funds-config.server.ts';
import { divideEndpoints } from './dividing/divide.server.ts';
import { invoiceReaders } from './einvoice/reader.server.ts';
import { financeDifferenceBehaviour } from './exchange/settle.server.ts';
import { fundsExpenditureBehaviour } from './funds-expenditure.server.ts';
import { fundsQueryEndpoints } from './query/query.endpoints.server.ts';
import { readingEndpoints } from './reading.endpoints.server.ts';
import { suspectEndpoints } from './suspects.endpoints.server.ts';

/** Rules of money that need the database. */
export const fundsBehaviours: readonly Behaviour[] = [
  fundsConfigBehaviour,
  arrivalBudgetBehaviour,
  fundingArriveBehaviour,
  fundingDivideBehaviour,
  fundsExpenditureBehaviour,
  financeDifferenceBehaviour,
];

/** Calls that read money. */
export const fundsEndpoints: readonly Endpoint[] = [
  ...readingEndpoints,
  ...fundsQueryEndpoints,
  ...suspectEndpoints,
  ...statementEndpoints,
  ...divideEndpoints,
  ...invoiceReaders,
];

import type { ServerHalf } from '../../shared/halves.server.ts';
import { joinAccounts } from './joining.server.ts';
import { journalBehaviour } from './journal.server.ts';

export const serverHalf: ServerHalf = { behaviours: [journalBehaviour], jobs: [joinAccounts] };

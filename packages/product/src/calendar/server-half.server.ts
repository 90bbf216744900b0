import type { ServerHalf } from '../shared/halves.server.ts';
import { calendarEndpoints } from './feed.server.ts';

export const serverHalf: ServerHalf = { endpoints: calendarEndpoints };

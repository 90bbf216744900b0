import { Console } from '@keyan/console/shell/Console.tsx';
import { client, leave } from './client.ts';
import { config } from './config.tsx';
import 'virtual:keyan/density.css';

/** The console of a signed-in user. */
export const Keyan = () => <Console config={config} client={client} onLeave={leave} />;

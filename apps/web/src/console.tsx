import { Console } from '@keyan/console/shell/Console.tsx';
import { client, reloadAtSignIn } from './client.ts';
import { consoleConfig } from './config.tsx';
import 'virtual:keyan/density.css';

/** Renders the console of a signed-in user. */
export const Keyan = () => (
  <Console config={consoleConfig} client={client} onLeave={reloadAtSignIn} />
);

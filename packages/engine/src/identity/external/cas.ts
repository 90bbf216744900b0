import { Parser } from 'saxen';
import { defaultRequestBounds, requestOnce } from '../../outgoing/ask.ts';
import {
  type ExternalPerson,
  type SignInFlow,
  type SignInProvider,
  serviceTimeout,
} from './provider.ts';
import type { CasSettings } from './settings.ts';

const maxAnswerLength = 100_000;

const bounds = {
  ...defaultRequestBounds,
  connect: serviceTimeout,
  firstByte: serviceTimeout,
  whole: serviceTimeout,
  bytes: maxAnswerLength,
  expanded: maxAnswerLength,
  redirects: 0,
};

const success = 'serviceResponse/authenticationSuccess/';

/** Returns a name without its XML prefix, which servers choose freely. */
const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

/**
 * Parses the answer of `serviceValidate` (CAS protocol 2.0 and 3.0).
 * @throws Error with the code of a refusal, or for a malformed answer.
 */
export const readCasAnswer = (xml: string): ExternalPerson => {
  if (/<!(DOCTYPE|ENTITY)/i.test(xml)) throw new Error('the answer declares entities');
  const path: string[] = [];
  const attributes: Record<string, string> = {};
  let refusal: string | undefined;
  let subject = '';
  let said = '';
  const parser = new Parser();
  parser.on('openTag', (name, attributesOf) => {
    path.push(localName(name));
    said = '';
    if (path.join('/') !== 'serviceResponse/authenticationFailure') return;
    const given = attributesOf();
    refusal = (given ? given.code : '') || 'refused';
  });
  parser.on('text', (value, decode) => {
    said += decode(value);
  });
  parser.on('cdata', (value) => {
    said += value;
  });
  parser.on('closeTag', () => {
    const at = path.join('/');
    if (at === `${success}user`) subject = said.trim();
    const [before, name] = at.split(`${success}attributes/`);
    if (before === '' && name) attributes[name] = said.trim();
    path.pop();
    said = '';
  });
  parser.on('error', (error) => {
    throw error;
  });
  parser.parse(xml);
  if (refusal !== undefined) throw new Error(`refused: ${refusal.slice(0, 60)}`);
  if (subject === '') throw new Error('the answer names nobody');
  return { subject, name: attributes.cn ?? attributes.name ?? '', attributes };
};

/** Creates a campus sign-in by the CAS protocol. */
export const casProvider = (
  settings: CasSettings,
  returnTo: (state: string) => string,
): Omit<SignInProvider, 'tenantId'> => {
  const server = settings.server.replace(/\/+$/, '');
  /** Returns the service address with the state in it: the protocol has no other place for a state. */
  const service = ({ state }: SignInFlow): string => returnTo(state);
  return {
    ...settings,
    match: settings.match,
    claim: settings.claim,
    begin: async (flow) => new URL(`${server}/login?service=${encodeURIComponent(service(flow))}`),
    finish: async (flow, ticket) => {
      const query = new URLSearchParams({ service: service(flow), ticket });
      const address = new URL(`${server}/p3/serviceValidate?${query}`);
      const { status, body } = await requestOnce(address, {
        method: 'GET',
        headers: { accept: 'application/xml' },
        // The operator configured the server, so that it may be in a closed network.
        hosts: [address.hostname.toLowerCase()],
        isPlain: true,
        bounds,
      });
      if (status !== 200) throw new Error(`status ${status}`);
      return readCasAnswer(body.toString());
    },
  };
};

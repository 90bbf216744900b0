import { type Endpoint, endpoint, RawAnswer } from '@keyan/engine/wire/endpoint.ts';
import { Missing } from '@keyan/kernel/errors.ts';
import { Type } from 'typebox';
import { outsiderWaitSeconds } from '../outside-rate.server.ts';
import { siteOfCaller } from '../site.server.ts';
import { contentOfItem, utcSecond } from './answer.server.ts';
import { OaiError, type OaiRequest, readRequest } from './request.ts';
import { textElement, type Xml, xmlElement } from './xml.ts';

const attributes = {
  xmlns: 'http://www.openarchives.org/OAI/2.0/',
  'xmlns:xsi': 'http://www.w3.org/2001/XMLSchema-instance',
  'xsi:schemaLocation':
    'http://www.openarchives.org/OAI/2.0/ http://www.openarchives.org/OAI/2.0/OAI-PMH.xsd',
};

/** Errors for which the response repeats no arguments of the request (OAI-PMH 2.0, § 3.2). */
const withoutArguments: readonly string[] = ['badVerb', 'badArgument'];

const documentOf = (baseUrl: string, now: Date, request: OaiRequest | null, content: Xml): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n${xmlElement(
    'OAI-PMH',
    attributes,
    textElement('responseDate', utcSecond(now.toISOString())),
    textElement('request', baseUrl, request ? { verb: request.verb, ...request.given } : {}),
    content,
  )}\n`;

/** Maximum number of requests per minute from one IP address. */
const perMinute = 300;

/** Response 503 with `Retry-After`, the flow control of the protocol (OAI-PMH 2.0, § 3.1.2.2). */
const busy = (seconds: number): RawAnswer =>
  new RawAnswer(`At most ${perMinute} requests a minute: try again in ${seconds} s\n`, {
    status: 503,
    headers: {
      'content-type': 'text/plain; charset=utf-8',
      'retry-after': String(seconds),
      'cache-control': 'no-store',
    },
  });

/**
 * Calls of OAI-PMH 2.0 (https://www.openarchives.org/OAI/openarchivesprotocol.html), by GET and
 * POST.
 */
export const oaiEndpoints: readonly Endpoint[] = (['GET', 'POST'] as const).map((method) =>
  endpoint({
    method,
    path: 'oai',
    auth: 'public',
    onlyReads: true,
    summary: ['OAI-PMH 2.0：成果、项目等元数据', 'OAI-PMH 2.0: metadata of outputs and projects'],
    input: Type.Object({}),
    run: async (_input, call) => {
      const site = await siteOfCaller(call);
      if (!site?.settings.isOn) throw new Missing();
      const { engine } = call;
      const seconds = await outsiderWaitSeconds(engine, { of: ['oai', call.ip], most: perMinute });
      if (seconds > 0) return busy(seconds);
      const baseUrl = `${site.settings.address}/api/oai`;
      // Time of the response, taken before records are read, so that later changes get later
      // datestamps.
      const now = new Date();
      let request: OaiRequest | null = null;
      let content: Xml;
      try {
        request = readRequest({ ...call.query, ...call.sent });
        content = xmlElement(request.verb, {}, await contentOfItem({ engine, site }, request));
      } catch (error) {
        if (!(error instanceof OaiError)) throw error;
        if (withoutArguments.includes(error.code)) request = null;
        content = textElement('error', error.message, { code: error.code });
      }
      return new RawAnswer(documentOf(baseUrl, now, request, content), {
        headers: {
          'content-type': 'text/xml; charset=utf-8',
          'cache-control': 'no-store',
          'x-content-type-options': 'nosniff',
        },
      });
    },
  }),
);

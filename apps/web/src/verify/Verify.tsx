import type { Client } from '@keyan/console/client/client.ts';
import { ApiFault } from '@keyan/console/client/fault.ts';
import { Glyph } from '@keyan/console/components/Glyph.tsx';
import { StatusTag } from '@keyan/console/components/StatusTag.tsx';
import {
  currentLanguage,
  setLanguage,
  useLabel,
  useLanguage,
} from '@keyan/console/i18n/language.ts';
import type { Label } from '@keyan/kernel/label.ts';
import type { SheetState, VerifiedSheet } from '@keyan/kernel/wire/prints.ts';
import { type ReactNode, useEffect, useState } from 'react';
import { Logo } from '../Logo.tsx';
import { siteTitle } from '../title.ts';
import './verify.css';

interface Verdict {
  readonly tone: 'success' | 'warning' | 'error';
  readonly title: Label;
  readonly note: Label;
}

/** Texts by state of a sheet, for the person who verifies it. */
const verdicts: Readonly<Record<SheetState | 'unknown', Verdict>> = {
  same: {
    tone: 'success',
    title: ['核验通过', 'Verified'],
    note: ['系统中的记录与打印时一致', 'The record is as it was when the sheet was printed'],
  },
  progressed: {
    tone: 'success',
    title: ['核验通过，记录有新进展', 'Verified; the record has moved on since'],
    note: [
      '内容与打印时一致，其后有审批或办理动作',
      'The content is as printed; approval steps have been taken since',
    ],
  },
  changed: {
    tone: 'warning',
    title: ['打印后内容有改动', 'The record has changed since it was printed'],
    note: ['请以系统中的最新内容为准', 'The current version in the system prevails'],
  },
  removed: {
    tone: 'error',
    title: ['记录已删除', 'The record has been deleted'],
    note: ['打印件上的记录已不在系统中', 'The record on the sheet is no longer in the system'],
  },
  revoked: {
    tone: 'error',
    title: ['核验码已作废', 'The code was revoked'],
    note: ['这张打印件已被声明作废', 'This sheet has been voided'],
  },
  outdated: {
    tone: 'warning',
    title: ['所列事项已有变化', 'Some of it no longer holds'],
    note: [
      '这张证明是真的；标出的事项在开具后有变，以系统最新记录为准',
      'The certificate is genuine; what is marked below has changed since it was issued',
    ],
  },
  unknown: {
    tone: 'error',
    title: ['核验不通过', 'Not verified'],
    note: [
      '系统中没有这个核验码，请核对来源',
      'There is no such code in the system; check where the sheet comes from',
    ],
  },
};

/** Loads the sheet of the token in the address; a message for an unknown one. */
const useSheet = (
  client: Client,
): VerifiedSheet | 'unknown' | { readonly failed: string } | null => {
  const chosen = useLanguage();
  const [token, setToken] = useState(() => location.hash.slice(1));
  const [answer, setAnswer] = useState<ReturnType<typeof useSheet>>(null);
  useEffect(() => {
    const follow = () => setToken(location.hash.slice(1));
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }, []);
  // The names in the answer are in the language of the page.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a switch of the language asks again
  useEffect(() => {
    let current = true;
    const give = (next: typeof answer) => current && setAnswer(next);
    if (token === '') give('unknown');
    else {
      client
        .post<VerifiedSheet>('/keyan/prints/verify', { token }, { anonymous: true, quiet: true })
        .then(give, (error: unknown) => {
          const isWrong =
            error instanceof ApiFault && (error.kind === 'missing' || error.kind === 'invalid');
          give(isWrong ? 'unknown' : { failed: (error as Error).message });
        });
    }
    return () => {
      current = false;
    };
  }, [client, token, chosen]);
  return answer;
};

/** Public page that shows whether a printed sheet is genuine and still valid. */
export const Verify = ({ client }: { readonly client: Client }) => {
  const label = useLabel();
  const chosen = useLanguage();
  const answer = useSheet(client);
  useEffect(() => {
    document.title = label(['打印件核验', 'Verify a printed sheet']);
  }, [label]);
  const sheet = answer !== null && typeof answer === 'object' && 'state' in answer ? answer : null;
  return (
    <div className="ky-verify">
      <header>
        <span>
          <Logo /> {label(siteTitle(sheet ? [sheet.site, sheet.site] : undefined))}
        </span>
        <button
          type="button"
          lang={chosen === 'zh' ? 'en' : 'zh-CN'}
          onClick={() => setLanguage(currentLanguage() === 'zh' ? 'en' : 'zh')}
        >
          {chosen === 'zh' ? 'English' : '中文'}
        </button>
      </header>
      <main aria-busy={answer === null}>
        {answer !== null && typeof answer === 'object' && 'failed' in answer ? (
          <p role="alert">{answer.failed}</p>
        ) : (
          answer !== null && <Result sheet={sheet} />
        )}
      </main>
      <footer>
        {label(
          sheet?.lines
            ? [
                '本页只显示持证人本人选择证明的事项',
                'This page shows only what the holder chose to certify',
              ]
            : [
                '本页只显示核验所需的信息；姓名已脱敏',
                'This page shows only what verification needs; names are masked',
              ],
        )}
      </footer>
    </div>
  );
};

const Result = ({ sheet }: { readonly sheet: VerifiedSheet | null }) => {
  const label = useLabel();
  const { tone, title, note } = verdicts[sheet?.state ?? 'unknown'];
  return (
    <>
      <div className="ky-verify-verdict" data-tone={tone} role="status">
        <Glyph name={tone === 'success' ? 'approved' : 'warning'} size={28} />
        <div>
          <h1>{label(title)}</h1>
          <p>{label(note)}</p>
        </div>
      </div>
      {sheet && <Facts sheet={sheet} />}
      {sheet?.lines && <Lines heads={sheet.heads ?? []} lines={sheet.lines} />}
    </>
  );
};

/** Renders the lines on which the sheet is based, as printed, each with its current value. */
const Lines = ({ heads, lines }: Required<Pick<VerifiedSheet, 'heads' | 'lines'>>) => {
  const label = useLabel();
  return (
    <section className="ky-verify-lines" aria-label={label(['证明事项', 'Certified records'])}>
      <h2>{label(['证明事项', 'Certified records'])}</h2>
      <ol>
        {lines.map(({ texts, isSame, note }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a sheet keep their order
          <li key={index}>
            {texts.some((text) => text !== '') && (
              <dl>
                {texts.map(
                  (text, place) =>
                    text && (
                      <div key={heads[place] ?? place}>
                        <dt>{heads[place]}</dt>
                        <dd>{text}</dd>
                      </div>
                    ),
                )}
              </dl>
            )}
            <p data-tone={isSame ? 'success' : 'warning'}>
              <Glyph name={isSame ? 'approved' : 'warning'} /> {note}
            </p>
          </li>
        ))}
      </ol>
    </section>
  );
};

/** Returns the status of the record at the time of printing, and its current one. */
const ownStanding = (sheet: VerifiedSheet): readonly (readonly [Label, ReactNode])[] => [
  [['打印时状态', 'Status when printed'], sheet.kind && <StatusTag status={sheet.printedStatus} />],
  [['当前状态', 'Current status'], sheet.status && <StatusTag status={sheet.status} />],
  [['数据版本', 'Version'], sheet.version || null],
  [['最近变更', 'Last change'], sheet.changeTime],
];

/**
 * Renders the data printed on the sheet, and the state of the record; for a revoked sheet only the
 * time of printing.
 */
const Facts = ({ sheet }: { readonly sheet: VerifiedSheet }) => {
  const label = useLabel();
  const facts: readonly (readonly [Label, ReactNode])[] = [
    [['类别', 'Kind'], sheet.kind],
    [['编号', 'Number'], sheet.number],
    [['名称', 'Title'], sheet.title],
    [['填报人', 'Registrant'], sheet.owner],
    ...(sheet.about ?? []).map(([name, text]) => [[name, name], text] as const),
    [['打印时间', 'Printed'], sheet.printTime],
    // Sheets with lines show a state per line instead of the record's.
    ...(sheet.lines ? [] : ownStanding(sheet)),
  ];
  return (
    <dl>
      {facts.map(
        ([name, value]) =>
          value && (
            <div key={name[1]}>
              <dt>{label(name)}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
};

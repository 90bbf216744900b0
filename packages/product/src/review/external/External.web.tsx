import type { Client } from '@keyan/console/client/client.ts';
import {
  currentLanguage,
  setLanguage,
  useLabel,
  useLanguage,
} from '@keyan/console/i18n/language.ts';
import { fill, type Label } from '@keyan/kernel/label.ts';
import { type FormEvent, useCallback, useEffect, useState } from 'react';
import { reviewStatus } from '../dictionaries.ts';
import type { LinkDoor, ReviewWork, ReviewWorks } from './external.ts';
import { SheetPage } from './SheetPage.web.tsx';
import { useVisit, type VisitCall } from './useVisit.web.ts';
import './external.web.css';

const textOf = (fault: unknown): string => (fault instanceof Error ? fault.message : String(fault));

interface DoorProps {
  readonly token: string;
  readonly call: VisitCall;
  readonly onEnter: (pass: string) => void;
}

const ways: Readonly<Record<'phone' | 'mail', Label>> = {
  phone: ['发送短信验证码至 {to}', 'Send a code by SMS to {to}'],
  mail: ['发送邮件验证码至 {to}', 'Send a code by e-mail to {to}'],
};

/**
 * First page of a link: the expert identifies with a code sent by text message or mail.
 * Long because every way to a code has its words.
 */
const DoorPage = ({ token, call, onEnter }: DoorProps) => {
  const label = useLabel();
  const chosen = useLanguage();
  const [door, setDoor] = useState<LinkDoor | null>(null);
  const [fault, setFault] = useState('');
  const [sentTo, setSentTo] = useState('');
  const [code, setCode] = useState('');
  const [busy, setBusy] = useState(false);
  // The name of the university is in the language of the page.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a switch of the language asks again
  useEffect(() => {
    let current = true;
    call<LinkDoor>('open', { token }).then(
      (found) => current && setDoor(found),
      (error: unknown) => current && setFault(textOf(error)),
    );
    return () => {
      current = false;
    };
  }, [call, token, chosen]);
  const attempt = async (act: () => Promise<void>) => {
    setBusy(true);
    setFault('');
    await act().catch((error: unknown) => setFault(textOf(error)));
    setBusy(false);
  };
  const send = (way: 'phone' | 'mail') =>
    attempt(async () => setSentTo((await call<{ to: string }>('code', { token, way })).to));
  const enter = (event: FormEvent) => {
    event.preventDefault();
    void attempt(async () => {
      onEnter((await call<{ pass: string }>('enter', { token, code })).pass);
    });
  };
  if (!door) {
    return fault ? (
      <p className="ky-ext-fault" role="alert">
        {fault}
      </p>
    ) : null;
  }
  return (
    <section className="ky-ext-card">
      <h1>{label(fill(['{name}，您好', 'Welcome, {name}'], { name: door.name }))}</h1>
      <p>
        {label([
          '请输入一次性验证码，进入您的评审任务。无需注册账号。',
          'Enter the one-time code to open your review tasks. No account is needed.',
        ])}
      </p>
      {door.ways.map(({ way, to }) => (
        <button
          key={way}
          type="button"
          className="ky-ext-second"
          disabled={busy}
          onClick={() => void send(way)}
        >
          {label(fill(ways[way], { to }))}
        </button>
      ))}
      {sentTo && (
        <p role="status">
          {label(
            fill(
              [
                '验证码已发送至 {to}，5 分钟内有效',
                'The code was sent to {to}; it is valid for 5 minutes',
              ],
              { to: sentTo },
            ),
          )}
        </p>
      )}
      {door.ways.length === 0 && (
        <p className="ky-ext-note">
          {label([
            '请使用科研处交给您的一次性口令。',
            'Use the one-time code given to you by the research office.',
          ])}
        </p>
      )}
      <form onSubmit={enter}>
        <label htmlFor="review-code">{label(['验证码', 'Code'])}</label>
        <input
          id="review-code"
          value={code}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={6}
          onChange={({ target }) => setCode(target.value.replace(/\D/g, ''))}
        />
        {fault && (
          <p className="ky-ext-fault" role="alert">
            {fault}
          </p>
        )}
        <button type="submit" className="ky-ext-first" disabled={busy || code.length < 6}>
          {label(['进入评审', 'Enter'])}
        </button>
      </form>
    </section>
  );
};

const statusOf = (code: string): Label =>
  reviewStatus.entries.find((entry) => entry.code === code)?.label ?? [code, code];

const WorkRow = ({ work, onOpen }: { readonly work: ReviewWork; readonly onOpen: () => void }) => {
  const label = useLabel();
  const opens = work.isOpen || work.status === '3';
  return (
    <li>
      <button type="button" disabled={!opens} onClick={onOpen}>
        <b>{work.title}</b>
        <span className="ky-ext-note">
          {[work.applicant, work.unit].filter((one) => one && one !== '***').join(' · ')}
        </span>
        <span className="ky-ext-row">
          <span className="ky-ext-tag" data-open={work.isOpen}>
            {label(statusOf(work.status))}
          </span>
          {work.isOpen && (
            <span className="ky-ext-note">
              {label(fill(['{end} 截止', 'Until {end}'], { end: work.endTime }))}
            </span>
          )}
        </span>
      </button>
    </li>
  );
};

interface WorksPageProps {
  readonly found: ReviewWorks;
  readonly onOpen: (id: string) => void;
}

const WorksPage = ({ found, onOpen }: WorksPageProps) => {
  const label = useLabel();
  const done = found.works.filter(({ status }) => status === '3').length;
  return (
    <>
      <section className="ky-ext-card">
        <h1>{found.setName}</h1>
        <p>
          {label(
            fill(['{name}，已提交 {done} / {all} 项', '{name}: {done} of {all} submitted'], {
              name: found.name,
              done,
              all: found.works.length,
            }),
          )}
        </p>
        {found.guide && <p className="ky-ext-guide">{found.guide}</p>}
      </section>
      {found.works.length === 0 && (
        <p className="ky-ext-note">{label(['目前没有评审任务', 'There is nothing to review'])}</p>
      )}
      <ul className="ky-ext-works">
        {found.works.map((work) => (
          <WorkRow key={work.id} work={work} onOpen={() => onOpen(work.id)} />
        ))}
      </ul>
    </>
  );
};

interface InsideProps {
  readonly call: VisitCall;
  readonly onFound: (site: string) => void;
}

/** List of the records to judge, or the opened record. */
const Inside = ({ call, onFound }: InsideProps) => {
  const chosen = useLanguage();
  const [found, setFound] = useState<ReviewWorks | null>(null);
  const [open, setOpen] = useState<string | null>(null);
  const [fault, setFault] = useState('');
  // biome-ignore lint/correctness/useExhaustiveDependencies: a switch of the language asks again
  const load = useCallback(
    () =>
      call<ReviewWorks>('works').then(
        (works) => {
          setFound(works);
          onFound(works.site);
        },
        (error: unknown) => setFault(textOf(error)),
      ),
    [call, onFound, chosen],
  );
  useEffect(() => void load(), [load]);
  if (fault) {
    return (
      <p className="ky-ext-fault" role="alert">
        {fault}
      </p>
    );
  }
  if (!found) return null;
  if (open === null) return <WorksPage found={found} onOpen={setOpen} />;
  const next = found.works.find(({ id, isOpen }) => isOpen && id !== open)?.id ?? null;
  return (
    <SheetPage
      key={open}
      id={open}
      call={call}
      onClose={(isDone) => {
        setOpen(isDone ? next : null);
        void load();
        scrollTo(0, 0);
      }}
    />
  );
};

/** Pages 校外专家评审: review by external experts, by link and code. */
export const External = ({ client }: { readonly client: Client }) => {
  const label = useLabel();
  const chosen = useLanguage();
  const { token, pass, call, begin, end } = useVisit(client);
  const [site, setSite] = useState('');
  useEffect(() => {
    document.title = label(['专家评审', 'Expert review']);
  }, [label]);
  return (
    <div className="ky-ext">
      <header>
        <b>
          {site} {label(['专家评审', 'Expert review'])}
        </b>
        <span>
          <button
            type="button"
            lang={chosen === 'zh' ? 'en' : 'zh-CN'}
            onClick={() => setLanguage(currentLanguage() === 'zh' ? 'en' : 'zh')}
          >
            {chosen === 'zh' ? 'English' : '中文'}
          </button>
          {pass !== '' && (
            <button
              type="button"
              onClick={() =>
                void call('leave')
                  .catch(() => undefined)
                  .then(end)
              }
            >
              {label(['退出', 'Leave'])}
            </button>
          )}
        </span>
      </header>
      <main>
        {pass === '' ? (
          <DoorPage key={token} token={token} call={call} onEnter={begin} />
        ) : (
          <Inside call={call} onFound={setSite} />
        )}
      </main>
    </div>
  );
};

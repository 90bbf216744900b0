import { useLabel } from '@keyan/console/i18n/language.ts';
import type { Site } from './site.ts';
import { signInTexts } from './texts.ts';

interface DemoAccountsProps {
  readonly site: Site;
  readonly disabled: boolean;
  readonly onPick: (picked: { account: string; password: string }) => void;
}

/**
 * Renders buttons with demo accounts, one for each role. The server lists them in demo mode only.
 */
export const DemoAccounts = ({ site, disabled, onPick }: DemoAccountsProps) => {
  const label = useLabel();
  const { accounts = [], password = '' } = site;
  if (accounts.length === 0) return null;
  return (
    <details className="ky-demo" open>
      <summary>{label(signInTexts.demo)}</summary>
      <p>
        {label(signInTexts.demoHint)} <code>{password}</code>
      </p>
      <ul>
        {accounts.map(({ account, name, role }) => (
          <li key={account}>
            <button type="button" disabled={disabled} onClick={() => onPick({ account, password })}>
              <strong>{label([role ?? account, account])}</strong> {name}
            </button>
          </li>
        ))}
      </ul>
    </details>
  );
};

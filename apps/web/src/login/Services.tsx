import { useLabel } from '@keyan/console/i18n/language.ts';
import { serviceAddress } from './signin.ts';
import type { Site } from './site.ts';
import { signInTexts } from './texts.ts';

interface ServicesProps {
  readonly site: Site;
  /** Called to show the phone form. */
  readonly onPhone: () => void;
}

/** Renders the other ways to sign in: by phone, and by external services. */
export const Services = ({ site: { services = [], phoneSignIn }, onPhone }: ServicesProps) => {
  const label = useLabel();
  if (services.length === 0 && !phoneSignIn) return null;
  return (
    <nav className="ky-signin-services" aria-label={label(signInTexts.services)}>
      <p aria-hidden="true">{label(signInTexts.services)}</p>
      {phoneSignIn && (
        <button type="button" onClick={onPhone}>
          {label(signInTexts.byPhone)}
        </button>
      )}
      {services.map(({ source, label: name }) => (
        <a key={source} href={serviceAddress(source)}>
          {label(name)}
        </a>
      ))}
    </nav>
  );
};

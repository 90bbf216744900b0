import { useLabel } from '@keyan/console/i18n/language.ts';
import { serviceAddress } from './signin.ts';
import type { Site } from './site.ts';
import { words } from './texts.ts';

/** Buttons that lead to the services outside that sign people in. */
export const Services = ({ site: { services = [] } }: { readonly site: Site }) => {
  const label = useLabel();
  if (services.length === 0) return null;
  return (
    <nav className="ky-signin-services" aria-label={label(words.services)}>
      <p aria-hidden="true">{label(words.services)}</p>
      {services.map(({ source, label: name }) => (
        <a key={source} href={serviceAddress(source)}>
          {label(name)}
        </a>
      ))}
    </nav>
  );
};

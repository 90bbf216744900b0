import { useQuery } from '@tanstack/react-query';
import { useLabel } from '../i18n/language.ts';
import { store } from '../storage/store.ts';
import { useRuntime } from './runtime.ts';

/** What the server tells anybody about the site. */
interface Site {
  readonly name?: string;
  readonly nameEn?: string;
}

const kept = 'site';

/** The site's title; the last one known stands until the server has answered. */
export const useBrand = (): string => {
  const { client, config } = useRuntime();
  const label = useLabel();
  const { data } = useQuery({
    queryKey: ['site'],
    queryFn: async () => {
      const site = await client.get<Site>(config.brand.site, {}, { anonymous: true, quiet: true });
      store.set(kept, { name: site.name, nameEn: site.nameEn });
      return site;
    },
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: () => store.get<Site>(kept),
  });
  const name = data?.name ? ([data.name, data.nameEn || data.name] as const) : undefined;
  return label(config.brand.title(name));
};

import { useQuery } from '@tanstack/react-query';
import { useLabel } from '../i18n/language.ts';
import { store } from '../storage/store.ts';
import { useRuntime } from './runtime.ts';

/** Public information about the site. */
interface Site {
  readonly name?: string;
  readonly nameEn?: string;
  /** Whether the toolbar shows the error log. */
  readonly errorLog?: boolean;
}

const kept = 'site';

const useAnswer = () => {
  const { client, config } = useRuntime();
  return useQuery({
    queryKey: ['site'],
    queryFn: async () => {
      const site = await client.get<Site>(config.brand.site, {}, { anonymous: true, quiet: true });
      store.set(kept, { name: site.name, nameEn: site.nameEn });
      return site;
    },
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: () => store.get<Site>(kept),
  });
};

/** Public information about the site; undefined until the response is here. */
export const useSite = (): Site | undefined => {
  const { data, isPlaceholderData } = useAnswer();
  return isPlaceholderData ? undefined : data;
};

/** The title of the site; until the response is here, the last known one. */
export const useBrand = (): string => {
  const { config } = useRuntime();
  const label = useLabel();
  const { data } = useAnswer();
  const name = data?.name ? ([data.name, data.nameEn || data.name] as const) : undefined;
  return label(config.brand.title(name));
};

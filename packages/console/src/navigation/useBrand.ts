import { useQuery } from '@tanstack/react-query';
import { useUser } from '../client/context.tsx';
import { useLabel } from '../i18n/language.ts';
import { store } from '../storage/store.ts';
import { useRuntime } from './runtime.ts';

/** Public information about the site. */
interface Site {
  /** Id of the tenant whose name the site has. */
  readonly tenantId?: string;
  readonly name?: string;
  readonly nameEn?: string;
  /** True if the toolbar shows the error log. */
  readonly errorLog?: boolean;
}

const storedSiteName = 'site';

const useAnswer = () => {
  const { client, config } = useRuntime();
  return useQuery({
    queryKey: ['site'],
    queryFn: async () => {
      const site = await client.get<Site>(config.brand.site, {}, { anonymous: true, quiet: true });
      const { tenantId, name, nameEn } = site;
      store.set(storedSiteName, { tenantId, name, nameEn });
      return site;
    },
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: () => store.get<Site>(storedSiteName),
  });
};

/** Fetches public information about the site; undefined until loaded. */
export const useSite = (): Site | undefined => {
  const { data, isPlaceholderData } = useAnswer();
  return isPlaceholderData ? undefined : data;
};

/** Returns the title of the site; the last loaded one until the response arrives. */
export const useBrand = (): string => {
  const { config } = useRuntime();
  const label = useLabel();
  const { tenantId, tenantName } = useUser();
  const { data } = useAnswer();
  const own = data?.name ? ([data.name, data.nameEn || data.name] as const) : undefined;
  // Several universities may share an installation.
  const isOther = tenantName !== '' && data?.tenantId !== undefined && data.tenantId !== tenantId;
  return label(config.brand.title(isOther ? [tenantName, tenantName] : own));
};

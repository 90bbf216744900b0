import type { Secrets } from '@keyan/engine/base/secrets.ts';
import { openCredential } from '@keyan/engine/records/credentials.ts';
import type { Session } from '@keyan/engine/store/connection/database.ts';
import { Refused } from '@keyan/kernel/errors.ts';
import type { Label } from '@keyan/kernel/label.ts';
import { universityNames } from '../achievement/common/people.server.ts';
import { spiderProxy } from './proxy.ts';
import { spiderSite } from './site.ts';
import type { SourceCode } from './sources/codes.ts';
import type { SiteTemplate, SourcePaging } from './sources/source.ts';

/** Site with everything that a request needs; secrets are decrypted. */
export interface OpenSite {
  readonly id: string;
  readonly name: string;
  readonly source: SourceCode;
  readonly base: string;
  readonly charset: string | null;
  readonly interval: number;
  readonly timeout: number;
  readonly retries: number;
  readonly contact: string;
  readonly isOn: boolean;
  readonly accessKey: string;
  readonly login: SiteLogin | null;
  readonly headers: readonly { readonly name: string; readonly value: string }[];
  readonly params: readonly { readonly name: string; readonly value: string }[];
  readonly paging: SourcePaging | null;
  readonly templates: readonly SiteTemplate[];
  /** Names of the university; `${schoolName}` stands for the first. */
  readonly schools: readonly string[];
}

export interface SiteLogin {
  readonly url: string;
  readonly username: string;
  readonly password: string;
  readonly fields: string;
}

export interface ProxySetting {
  readonly id: string;
  readonly host: string;
  readonly port: number;
  readonly username: string | null;
  readonly password: string | null;
}

/** Subject to request from a site. */
export interface SiteSubject {
  readonly keyword: string;
  readonly yearFrom: number | null;
  readonly yearTo: number | null;
  /** DOIs of works to request, instead of a search by keyword. */
  readonly dois?: readonly string[];
}

interface SiteRow extends Omit<OpenSite, 'login' | 'isOn' | 'accessKey' | 'schools'> {
  readonly status: string;
  readonly key: string | null;
  readonly needLogin: string;
  readonly loginUrl: string | null;
  readonly username: string | null;
  readonly password: string | null;
  readonly fieldMap: string | null;
}

const siteText = `
  select s.id::text, s.site_name as name, s.source_kind as source, s.base_url as base, s.charset,
      s.interval, s.timeout, s.retry_times as retries, coalesce(s.contact, '') as contact, s.status,
      s.access_key as key, s.need_login as "needLogin", s.login_url as "loginUrl", s.username,
      s.password, s.field_map as "fieldMap",
      (select coalesce(json_agg(json_build_object('name', h.header_key, 'value', h.header_value)
                order by h.sort_order), '[]')
         from spider_site_headers h where h.tenant_id = s.tenant_id and h.parent_id = s.id) as headers,
      (select coalesce(json_agg(json_build_object('name', p.param_name, 'value', coalesce(p.param_value, ''))
                order by p.sort_order), '[]')
         from spider_site_params p where p.tenant_id = s.tenant_id and p.parent_id = s.id) as params,
      (select json_build_object('pageParam', g.page_param, 'sizeParam', g.size_param,
                'firstPage', g.first_page, 'pageSize', g.page_size, 'maxPage', g.max_page)
         from spider_site_pages g where g.tenant_id = s.tenant_id and g.parent_id = s.id limit 1) as paging,
      (select coalesce(json_agg(json_build_object('pageType', t.page_type, 'listSelector', t.list_selector,
                'nextSelector', t.next_selector, 'fields',
                (select coalesce(json_agg(json_build_object('fieldName', f.field_name, 'selector', f.selector,
                          'attr', f.attr, 'regex', f.regex, 'isRequired', f.is_required) order by f.sort_order), '[]')
                   from spider_template_fields f where f.tenant_id = t.tenant_id and f.parent_id = t.id))
                order by t.update_time), '[]')
         from spider_template t where t.tenant_id = s.tenant_id and t.site_id = s.id and t.is_deleted = 0) as templates
    from spider_site s where s.tenant_id = $1 and s.id = $2 and s.is_deleted = 0`;

const secretsUnreadableText: Label = [
  '站点的密钥无法解密，请重新填写',
  'The secrets of the site cannot be decrypted; enter them again',
];

const opened = (
  secrets: Secrets,
  field: Parameters<typeof openCredential>[1],
  tenantId: string,
  kept: string | null,
): string => {
  if (kept === null || kept === '') return '';
  const text = openCredential(secrets, field, tenantId, kept);
  if (text === null) throw new Refused(secretsUnreadableText);
  return text;
};

/**
 * Site with decrypted secrets.
 * @throws Refused if the site is deleted or its secrets cannot be decrypted
 */
export const openSiteOf = async (
  session: Session,
  secrets: Secrets,
  id: string,
): Promise<OpenSite> => {
  const [row] = await session.query<SiteRow>(siteText, [session.tenantId, id]);
  if (!row) throw new Refused(['站点已删除，请另选', 'The site was deleted: choose another']);
  const { key, needLogin, loginUrl, username, password, fieldMap, status, ...site } = row;
  return {
    ...site,
    isOn: status === '1',
    accessKey: opened(secrets, spiderSite.fields.accessKey, session.tenantId, key),
    schools: await universityNames(session),
    login:
      needLogin === '1' && loginUrl
        ? {
            url: loginUrl,
            username: username ?? '',
            password: opened(secrets, spiderSite.fields.password, session.tenantId, password),
            fields: fieldMap ?? '',
          }
        : null,
  };
};

/** Proxy with its decrypted password. */
export const openProxyOf = async (
  session: Session,
  secrets: Secrets,
  id: string | null,
): Promise<ProxySetting | null> => {
  if (id === null) return null;
  const [row] = await session.query<ProxySetting>(
    `select id::text, host, port, username, password from spider_proxy
      where tenant_id = $1 and id = $2 and is_deleted = 0 and status = '1'`,
    [session.tenantId, id],
  );
  if (!row)
    throw new Refused([
      '代理已停用或删除，请另选',
      'The proxy is disabled or deleted: choose another',
    ]);
  return {
    ...row,
    password: opened(secrets, spiderProxy.fields.password, session.tenantId, row.password) || null,
  };
};

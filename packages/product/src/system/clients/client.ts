import { everyone, permission } from '@keyan/kernel/access/scope.ts';
import { f } from '@keyan/kernel/definition/field/field.ts';
import { defineResource } from '@keyan/kernel/definition/resource.ts';
import { url } from '../../shared/formats/formats.ts';
import { allActionsFor } from '../../shared/grants.ts';

/** Grant types of the token call; the names are BladeX's. */
export const grantTypes = [
  'password',
  'captcha',
  'refresh_token',
  'social',
  'cas',
  'sms_code',
] as const;

/** Id of the OAuth client of the product's own console. */
export const ownClientId = 'saber';

/** Grant types that the console's client must retain: without them nobody could sign in to restore them. */
const indispensable = ['password', 'refresh_token'];

const listed = (text: string): readonly string[] =>
  text
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '');

const knowsAll = (text: string): boolean =>
  listed(text).length > 0 &&
  listed(text).every((each) => (grantTypes as readonly string[]).includes(each));

/**
 * 应用: OAuth client with its grant types and token lifetimes. Read at every sign-in and refresh
 * (`packages/engine/src/identity/clients.ts`).
 */
export const client = defineResource({
  key: 'client',
  label: ['应用', 'Client'],
  table: 'client_app',
  path: 'blade-system/client',
  scarce: { records: 'few', because: 'few programs sign people in' },
  title: 'clientId',
  fields: {
    clientId: f
      .text(['应用 id', 'Client ID'])
      .requiredInDraft()
      .max(30)
      .format({
        test: (value) => /^[\w.-]+$/.test(value),
        message: [
          '只能包含字母、数字、点、横线和下划线',
          'Letters, digits, dots, hyphens and underscores only',
        ],
      })
      .unique((value) => value)
      .searchable()
      .specimen(({ serial }) => `client_${serial}`),
    clientSecret: f
      .text(['密钥', 'Secret'])
      .required()
      .max(100)
      .credential({ as: 'digest' })
      .help([
        '保存后只留摘要（sha256:…）；填写新的密钥即更换',
        'Only a digest (sha256:…) is kept; enter a new secret to replace it',
      ])
      .specimen(({ serial }) => `sha256:${String(serial).padStart(64, '0')}`),
    authorizedGrantTypes: f
      .text(['授权类型', 'Grant types'])
      .required()
      .max(200)
      .format({
        test: knowsAll,
        message: [
          `请输入授权类型，用逗号分隔：${grantTypes.join('、')}`,
          `Enter grant types separated by commas: ${grantTypes.join(', ')}`,
        ],
      })
      .initial('password,refresh_token')
      .specimen(() => 'password,refresh_token'),
    scope: f.text(['授权范围', 'Scope']).max(100).initial('all'),
    accessTokenValidity: f
      .integer(['令牌秒数', 'Token lifetime (s)'])
      .required()
      .between(60, 86_400)
      .initial(3600)
      .specimen(() => 3600),
    refreshTokenValidity: f
      .integer(['刷新令牌秒数', 'Refresh token lifetime (s)'])
      .required()
      .between(60, 2_592_000)
      .initial(604_800)
      .specimen(() => 604_800),
    webServerRedirectUri: f.text(['回调地址', 'Redirect URL']).max(200).format(url),
    // Stored for BladeX clients; the product does not read these values.
    resourceIds: f.text(['资源集合', 'Resources']).max(256),
    authorities: f.text(['权限', 'Authorities']).max(256),
    autoapprove: f.text(['自动授权', 'Auto-approve']).max(256),
    additionalInformation: f.note(['附加说明', 'Additional notes']).max(1000),
  },
  validators: [
    {
      fields: ['refreshTokenValidity'],
      check: ({ accessTokenValidity, refreshTokenValidity }) =>
        accessTokenValidity !== null &&
        refreshTokenValidity !== null &&
        refreshTokenValidity < accessTokenValidity
          ? [
              '刷新令牌秒数不能小于令牌秒数',
              'The refresh token lifetime must not be shorter than the token lifetime',
            ]
          : null,
    },
    {
      fields: ['authorizedGrantTypes'],
      check: ({ clientId, authorizedGrantTypes }) =>
        clientId === ownClientId &&
        authorizedGrantTypes !== null &&
        !indispensable.every((each) => listed(authorizedGrantTypes).includes(each))
          ? [
              '本系统页面的应用必须保留 password 和 refresh_token',
              'The client of this system’s pages must keep password and refresh_token',
            ]
          : null,
    },
  ],
  views: {
    manage: {
      label: ['应用管理', 'Clients'],
      code: 'client',
      path: '/system/client',
      note: [
        '可以登录本校的程序、登录方式和令牌时长；保存后立即生效',
        'Programs that can sign in to this university, their grant types and token lifetimes; effective immediately',
      ],
      scope: everyone(),
      actions: ['add', 'edit', 'view', 'delete', 'history'],
      menu: ['system', 3],
      icon: 'ApiOutlined',
      grants: allActionsFor('admin'),
    },
  },
  list: {
    columns: [
      'clientId',
      'authorizedGrantTypes',
      'accessTokenValidity',
      'refreshTokenValidity',
      'updateTime',
    ],
    filters: ['clientId'],
    sort: 'clientId',
  },
  form: [
    {
      key: 'client',
      title: ['应用', 'Client'],
      fields: [
        'clientId',
        'clientSecret',
        'authorizedGrantTypes',
        'scope',
        'accessTokenValidity',
        'refreshTokenValidity',
        'webServerRedirectUri',
      ],
    },
    {
      key: 'kept',
      title: ['其他客户端的设置', 'Settings of other clients'],
      fields: ['resourceIds', 'authorities', 'autoapprove', 'additionalInformation'],
    },
  ],
  access: { read: permission('client'), write: permission('client_edit') },
});

import { face } from '@keyan/kernel/definition/field/field.ts';

/** Faces for references between resources (ruling 6). */
export const user = face('user', ['用户', 'User']);
export const dept = face('dept', ['部门', 'Department']);
export const personnel = face('personnel', ['科研人员', 'Personnel']);
export const journal = face('journal', ['期刊库', 'Journal catalogue']);
export const role = face('role', ['角色', 'Role']);
export const menu = face('menu', ['菜单', 'Menu entry']);
export const datasource = face('datasource', ['数据源', 'Data source']);
export const tenantPackage = face('tenantPackage', ['租户套餐', 'Tenant package']);
export const cooperation = face('cooperation', ['合作单位', 'Partner']);
export const programInfo = face('programInfo', ['项目台账', 'Project ledger']);

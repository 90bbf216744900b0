import { ref } from '@keyan/kernel/definition/field.ts';

/** References by which definitions name each other's resources (ruling 6). */
export const user = ref('user', ['用户', 'User']);
export const dept = ref('dept', ['部门', 'Department']);
export const personnel = ref('personnel', ['科研人员', 'Personnel']);
export const journal = ref('journal', ['期刊库', 'Journal catalogue']);
export const program = ref('programInfo', ['项目台账', 'Project ledger']);

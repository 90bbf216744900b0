import { bpmnExtensions } from '@keyan/kernel/workflow/drawing/extensions.ts';
import { BpmnModdle } from 'bpmn-moddle';

/** Creates the meta-model of BPMN 2.0 with the extensions of this program. */
export const bpmnModel = (): BpmnModdle => new BpmnModdle(bpmnExtensions);

import { bpmnExtensions } from '@keyan/kernel/workflow/drawing/extensions.ts';
import { BpmnModdle } from 'bpmn-moddle';

/** The meta-model of BPMN 2.0 with the additions that we write. */
export const bpmnModel = (): BpmnModdle => new BpmnModdle(bpmnExtensions);

/** The characters that the user read from a captcha picture; the server accepts them once. */
export interface CaptchaAnswer {
  readonly key: string;
  readonly code: string;
}

/** The request headers that carry the answer; empty without a captcha. */
export const captchaHeaders = (
  answer: CaptchaAnswer | undefined,
): Readonly<Record<string, string>> =>
  answer ? { 'Captcha-Key': answer.key, 'Captcha-Code': answer.code.trim() } : {};

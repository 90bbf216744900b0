/** Characters that the user typed for a captcha picture; the server accepts each answer once. */
export interface CaptchaAnswer {
  readonly key: string;
  readonly code: string;
}

/** Returns the request headers for a captcha answer; empty without a captcha. */
export const captchaHeaders = (
  answer: CaptchaAnswer | undefined,
): Readonly<Record<string, string>> =>
  answer ? { 'Captcha-Key': answer.key, 'Captcha-Code': answer.code.trim() } : {};

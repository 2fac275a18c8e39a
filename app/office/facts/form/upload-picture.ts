import { publishableKey } from '#app/env.ts';
import { ApiError } from '#app/shared/api/api.ts';
import { authSession } from '#app/shared/api/auth-session.ts';
import { isTokenRefusal, ownToken } from '#app/shared/api/own-fetch.ts';
import type { OfficePicture } from '#contract/office.ts';
import { MAX_UPLOAD_BYTES, UPLOAD_TYPES } from '#domain/business/portraits.ts';
import { msg } from '#domain/language/message.ts';
import type { Translate } from '#domain/language/translate.ts';

/** What is wrong with a chosen file, before it is sent. Undefined if nothing is. */
export function uploadProblem({ type, size }: Pick<File, 'type' | 'size'>, t: Translate): string | undefined {
  if (!UPLOAD_TYPES.some((known) => known === type)) return t(msg`Choose a JPEG, PNG, or WebP picture.`);
  if (size > MAX_UPLOAD_BYTES) return t(msg`This picture is larger than 10 MB. Choose a smaller one.`);
  if (size === 0) return t(msg`This file is empty. Choose another one.`);
  return undefined;
}

/**
 * Uploads a picture of the team and returns its id. Throws `ApiError` if the server refuses it. XMLHttpRequest,
 * because `fetch` doesn't tell how much of a body was sent.
 */
export async function uploadPicture(file: File, onProgress: (percent: number) => void): Promise<string> {
  const token = await ownToken();
  try {
    return await send(file, token, onProgress);
  } catch (error) {
    if (!(error instanceof ApiError) || !isTokenRefusal(JSON.stringify(error.message))) throw error;
    await authSession.renew(token);
    return send(file, await ownToken(), onProgress);
  }
}

function send(file: File, token: string, onProgress: (percent: number) => void): Promise<string> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', '/functions/v1/office/picture');
    request.setRequestHeader('apikey', publishableKey);
    request.setRequestHeader('authorization', `Bearer ${token}`);
    request.setRequestHeader('content-type', file.type);
    request.responseType = 'json';
    request.upload.onprogress = ({ loaded, total }) => onProgress((loaded / total) * 100);
    request.onload = () => {
      const picture = request.response as OfficePicture | null;
      if (request.status === 200 && typeof picture?.id === 'string') resolve(picture.id);
      else reject(new ApiError(request.status, picture));
    };
    // The words that `fetch` uses, which `messageOf` knows.
    request.onerror = () => reject(new TypeError('Failed to fetch'));
    request.send(file);
  });
}

import { calendarErrors } from '#contract/calendar.ts';
import { CalendarError } from '#server/calendar/errors.ts';
import { type ErrorHandler, handleError } from '#server/http/error-handler.ts';

/** Most functions have no specific errors. */
export const handleFunctionError: ErrorHandler = (error, request, reply) => {
  if (!(error instanceof CalendarError)) return handleError(error, request, reply);
  const { code, details, message } = error;
  return reply.code(calendarErrors[code].status).send({ code, message, details });
};

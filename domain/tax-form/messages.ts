/** Over the list of problems, on the page and in the API's answer. */
export const PROBLEMS_HEADER = 'Please complete the following required fields:';
export const NO_DEPENDENT = 'Please add at least one dependent or change your answer to "No"';

export { queryClient } from '#app/shared/api/query-client.tsx';

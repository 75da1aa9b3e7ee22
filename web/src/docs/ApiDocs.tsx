export default function ApiDocs() {
  return <p class="wrap">ApiDocs</p>;
}

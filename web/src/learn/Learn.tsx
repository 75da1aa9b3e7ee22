export default function Learn() {
  return <p class="wrap">Learn</p>;
}

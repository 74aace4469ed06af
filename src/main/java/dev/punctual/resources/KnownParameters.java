package dev.punctual.resources;

import dev.punctual.api.FieldFault;
import dev.punctual.api.RefusedException;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.container.DynamicFeature;
import jakarta.ws.rs.container.ResourceInfo;
import jakarta.ws.rs.core.FeatureContext;
import java.lang.reflect.Parameter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Refuses query parameters that a method does not declare: a mistyped filter would show too much. */
final class KnownParameters implements DynamicFeature {

    @Override
    public void configure(ResourceInfo method, FeatureContext context) {
        List<String> known = new ArrayList<>();
        for (Parameter parameter : method.getResourceMethod().getParameters()) {
            QueryParam declared = parameter.getAnnotation(QueryParam.class);
            if (declared != null) {
                known.add(declared.value());
            }
        }
        context.register(new Check(List.copyOf(known)));
    }

    /** What is wrong with parameters, as far as their names go. */
    static List<FieldFault> faults(Map<String, List<String>> sent, List<String> known) {
        List<FieldFault> faults = new ArrayList<>();
        for (Map.Entry<String, List<String>> one : sent.entrySet()) {
            if (!known.contains(one.getKey())) {
                faults.add(new FieldFault(
                        one.getKey(),
                        known.isEmpty()
                                ? "is not known; no query parameter is taken here"
                                : "is not known; known are " + String.join(", ", known)));
            } else if (one.getValue().size() > 1) {
                faults.add(new FieldFault(one.getKey(), "must not be repeated"));
            }
        }
        return faults;
    }

    private record Check(List<String> known) implements ContainerRequestFilter {
        @Override
        public void filter(ContainerRequestContext request) {
            List<FieldFault> faults = faults(request.getUriInfo().getQueryParameters(), known);
            if (!faults.isEmpty()) {
                throw RefusedException.invalid(faults);
            }
        }
    }
}
